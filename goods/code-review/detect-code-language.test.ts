import { describe, expect, test } from 'vitest'
import { detectCodeLanguage } from './detect-code-language.ts'

const told = (code: string, filename: string | null = null, language: string | null = null) => {
  const { language: found, by } = detectCodeLanguage(code, { language, filename })
  return [found.id, by]
}

describe('the language of code', () => {
  test('is what the caller says, by any of its names', () => {
    expect(told('x = 1', 'a.rb', 'py')).toEqual(['python', 'caller'])
    expect(told('x = 1', null, 'C++')).toEqual(['cpp', 'caller'])
  })

  test.each([
    ['app/main.py', 'python'],
    ['App.jsx', 'javascript'],
    ['App.TSX', 'tsx'],
    ['Dockerfile', 'dockerfile'],
    ['deploy.sh', 'shell'],
    ['main.go', 'go'],
  ])('is recognised by the name %s', (name, language) => {
    expect(told('x', name)).toEqual([language, 'filename'])
  })

  test('is recognised by the first line', () => {
    expect(told('#!/usr/bin/env python3\nx')).toEqual(['python', 'shebang'])
    expect(told('#!/bin/sh\nls')).toEqual(['shell', 'shebang'])
  })

  test.each([
    ['python', 'import os\n\ndef main(argv):\n    if len(argv) > 1:\n        print(argv[1])\n'],
    ['javascript', "const fs = require('fs')\nfunction read(name) {\n  return fs.readFileSync(name)\n}\nmodule.exports = read\n"],
    [
      'typescript',
      'interface User {\n  name: string\n}\nexport function greet(user: User): string {\n  const text: string = user.name\n  return text\n}\n',
    ],
    ['go', 'package main\n\nimport (\n\t"fmt"\n)\n\nfunc main() {\n\tx := 1\n\tfmt.Println(x)\n}\n'],
    [
      'java',
      'package a.b;\nimport java.util.List;\npublic class A {\n  private final int x;\n  public int get() {\n    return x;\n  }\n}\n',
    ],
    ['rust', 'use std::fs;\nfn main() {\n    let mut x = 1;\n    x += 1;\n}\n'],
    ['php', '<?php\n$name = $_GET["name"];\necho $name;\n'],
    ['ruby', "require 'json'\nclass A\n  def b\n    puts 1\n  end\nend\n"],
  ])('is recognised by the lines of %s', (language, code) => {
    expect(told(code)).toEqual([language, 'content'])
  })

  test('is open where nothing tells it', () => {
    expect(told('hello world')).toEqual(['text', 'nothing'])
  })
})

import { Body, Controller, Post } from '@nestjs/common'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

@Controller('media')
export class MediaController {
  @Post('convert')
  async convert(@Body() body: { source: string; format: string }) {
    const { stdout } = await run('ffmpeg', ['-i', body.source, `out.${body.format}`])
    return { log: stdout }
  }
}

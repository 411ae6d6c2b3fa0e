interface Command {
  name: string
}

export function listen(run: (command: Command) => void): void {
  window.addEventListener('message', (event: MessageEvent<Command>) => {
    run(event.data)
  })
}

interface Command {
  name: string
}

export function listen(run: (command: Command) => void): void {
  window.addEventListener('message', (event: MessageEvent<Command>) => {
    if (event.origin !== import.meta.env.VITE_HOST_ORIGIN) return
    run(event.data)
  })
}

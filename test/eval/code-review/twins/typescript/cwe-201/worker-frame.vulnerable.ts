export class Bridge {
  private readonly frame: HTMLIFrameElement
  constructor(frame: HTMLIFrameElement) {
    this.frame = frame
  }
  send(session: string): void {
    this.frame.contentWindow?.postMessage({ session }, '*')
  }
}

import { html, type Html } from '../html.ts'
import type { Candle, Point } from './shapes.ts'

/** Units of the picture's own grid, which scales to the page. */
const width = 640
const height = 200
const edge = 8

/** Candles as a picture. The table beneath has the same figures, so readers of the page's text need no picture. */
export function candleChart(candles: readonly Candle[], label: string): Html {
  const y = scaleOf(candles.flatMap(({ high, low }) => [high, low]))
  const step = (width - 2 * edge) / candles.length
  const body = Math.max(1, Math.min(18, step * 0.6))
  return html`<svg class="chart" viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}">
    ${candles.map(({ open, high, low, close }, index) => {
      const x = edge + step * (index + 0.5)
      const [top, bottom] = [y(Math.max(open, close)), y(Math.min(open, close))]
      return html`<line class="wick" x1="${round(x)}" x2="${round(x)}" y1="${round(y(high))}" y2="${round(y(low))}" />
        <rect
          class="${close >= open ? 'rise' : 'fall'}"
          x="${round(x - body / 2)}"
          y="${round(top)}"
          width="${round(body)}"
          height="${round(Math.max(1, bottom - top))}"
        />`
    })}
  </svg>`
}

/** A series as a line. */
export function lineChart(points: readonly Point[], label: string): Html {
  const y = scaleOf(points.map(({ value }) => value))
  const step = (width - 2 * edge) / Math.max(1, points.length - 1)
  const line = points.map(({ value }, index) => `${round(edge + step * index)},${round(y(value))}`).join(' ')
  return html`<svg class="chart" viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}">
    <polyline points="${line}" />
  </svg>`
}

/** Where a figure is drawn: the highest at the top, the lowest at the bottom. */
function scaleOf(values: readonly number[]): (value: number) => number {
  const [low, high] = [values.reduce((one, other) => Math.min(one, other)), values.reduce((one, other) => Math.max(one, other))]
  const span = high - low || 1
  return (value) => edge + ((high - value) / span) * (height - 2 * edge)
}

function round(value: number): string {
  return value.toFixed(1)
}

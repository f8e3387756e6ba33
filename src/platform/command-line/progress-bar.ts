// One line on a terminal that shows how far something is; nothing where standard error is no terminal.
import type { Terminal } from './command.ts';

const barWidth = 30;
const defaultColumns = 80;

export interface ProgressBar {
  /** Draws only when the percentage changed. */
  show(done: number, total: number): void;
  /** Takes the line away. */
  clear(): void;
}

/** A bar headed by `title`. */
export function createProgressBar(stream: Terminal['errors'], title: string): ProgressBar {
  let shown = -1;
  return {
    show(done, total) {
      const percent = total === 0 ? 100 : Math.floor((Math.min(done, total) * 100) / total);
      if (stream.isTTY !== true || percent === shown) return;
      shown = percent;
      const filled = Math.round((percent * barWidth) / 100);
      const bar = `[${'#'.repeat(filled)}${'.'.repeat(barWidth - filled)}] ${String(percent).padStart(3)} % ${title}`;
      stream.write(`\r${bar.slice(0, (stream.columns ?? defaultColumns) - 1)}\x1b[K`);
    },
    clear() {
      if (shown !== -1) stream.write('\r\x1b[K');
      shown = -1;
    },
  };
}

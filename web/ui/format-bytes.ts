// Sizes as people read them.
import { formatNumber } from '../platform/i18n.ts';

const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'] as const;

/** Such as 1.5 GiB. */
export function formatBytes(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10));
  const amount = bytes / 1024 ** step;
  return `${formatNumber(amount < 10 ? Math.round(amount * 10) / 10 : Math.round(amount))} ${units[step] ?? ''}`;
}

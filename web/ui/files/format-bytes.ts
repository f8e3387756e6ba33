// Sizes as people read them.
import { formatNumber, t } from '../../platform/i18n.ts';

/** Such as 1.5 GiB, or 1,5 Gio in French. */
export function formatBytes(bytes: number): string {
  const units = t('ui.units').split(' ');
  const step = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10));
  const amount = bytes / 1024 ** step;
  return `${formatNumber(amount < 10 ? Math.round(amount * 10) / 10 : Math.round(amount))} ${units[step] ?? ''}`;
}

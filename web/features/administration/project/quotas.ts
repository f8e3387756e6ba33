// Quotas as they are typed, in MiB.

const mebibyte = 1_048_576;

/** In bytes; null for an empty text, where the site's quota counts; undefined for what is no number. */
export function readQuota(text: string): number | null | undefined {
  const trimmed = text.trim().replace(',', '.');
  if (trimmed === '') return null;
  return /^\d{1,9}(?:\.\d{1,6})?$/.test(trimmed) ? Math.round(Number(trimmed) * mebibyte) : undefined;
}

export const writeQuota = (bytes: number | null): string =>
  bytes === null ? '' : String(Number((bytes / mebibyte).toFixed(6)));

/** Where there is no room for all links of a row, the one that is open stands in the middle. */
export function showCurrent(row: HTMLElement | null): void {
  const current = row?.querySelector<HTMLElement>('[aria-current=page]');
  if (row === null || current === null || current === undefined) return;
  const [all, one] = [row.getBoundingClientRect(), current.getBoundingClientRect()];
  row.scrollLeft += one.left + one.width / 2 - (all.left + all.width / 2);
}

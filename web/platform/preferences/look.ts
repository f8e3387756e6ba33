// The appearance: accent, light or dark, density. Kept in this browser too, so that the next document has it before its first paint.
import { keep } from '../storage/browser-storage.ts';

export interface Look {
  variant?: string;
  /** As the preference `display_dark_mode`. */
  mode?: 'system' | 'light' | 'dark';
  density?: 'condensed' | undefined;
}

/** Shows the look at once and keeps it for the next document. */
export function applyLook(look: Look): void {
  const root = document.documentElement;
  const isDark = look.mode === 'dark' || (look.mode !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.dataset['appearance'] = isDark ? 'dark' : 'light';
  setOrDelete(root.dataset, 'variant', look.variant);
  setOrDelete(root.dataset, 'density', look.density);
  keep('look', JSON.stringify(look));
}

function setOrDelete(data: DOMStringMap, name: string, value: string | undefined): void {
  if (value === undefined) delete data[name];
  else data[name] = value;
}

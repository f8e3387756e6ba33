// Settings of projects and of the site.
import { loadTextBundle } from '../../platform/i18n.ts';

/** With their texts. */
export async function loadSettingsPages() {
  await loadTextBundle('administration');
  return import('./settings-pages.ts');
}

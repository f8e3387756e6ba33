// Signing in, accounts and people.

/** Read when a session ends, or before. */
export const SignInForm = lazy(async () => (await import('./sign-in/sign-in-form.tsx')).SignInForm, { prefetch: true });
import { lazy } from '../../ui/lazy.tsx';
import { loadTextBundle } from '../../platform/i18n.ts';

/** With their texts. */
export async function loadAccountPages() {
  await loadTextBundle('pages');
  return import('./account/account-pages.ts');
}

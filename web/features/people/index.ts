// Signing in, accounts and people.
import { late } from '../../ui/late.tsx';

/** Read when a session ends, or before. */
export const SignInForm = late(async () => (await import('./sign-in/sign-in-form.tsx')).SignInForm);

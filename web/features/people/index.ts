// Signing in, accounts and people.
export { peopleRoutes } from './people.routes.ts';
export { SignInForm } from './sign-in/sign-in-form.tsx';

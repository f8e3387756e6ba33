// Leads people who are not signed in to the page where they can.
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect } from '../../platform/effects.ts';

/** Comes back here afterwards. */
export function ToSignIn(): null {
  const href = useRouterState({ select: ({ location }) => location.href });
  const navigate = useNavigate();
  useEffect(() => void navigate({ href: `/sign-in?next=${encodeURIComponent(href)}`, replace: true }), []);
  return null;
}

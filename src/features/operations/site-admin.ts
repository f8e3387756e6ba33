// What only site administrators do.
import { forbidden } from '../../platform/errors.ts';
import type { Viewer } from '../projects/index.ts';

/** Throws forbidden for everybody else. */
export function requireSiteAdmin({ isSuperUser }: Viewer): void {
  if (!isSuperUser) throw forbidden('only site administrators look after the server');
}

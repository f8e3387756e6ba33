// What only site administrators do.
import { requireSiteAdmin as requireAdmin } from '../people/index.ts';
import type { Viewer } from '../projects/index.ts';

/** Throws forbidden for everybody else. */
export const requireSiteAdmin = (viewer: Viewer): void => requireAdmin(viewer, 'look after the server');

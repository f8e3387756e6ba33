// Labels of projects as a feature.
import type { Database } from '../../platform/database/index.ts';
import { createExtensionPoint } from '../../platform/extension-point.ts';
import type { Projects } from '../projects/index.ts';
import { labelRoutes } from './labels.routes.ts';
import { createLabels } from './labels.service.ts';
import type { Carriers } from './labels.service.ts';

export function createLabelsFeature({ database }: { database: Database }, { projects }: { projects: Projects }) {
  const labelCarriers = createExtensionPoint<Carriers>();
  return {
    /** Kinds of things that carry labels. */
    labelCarriers,
    parts: { routes: labelRoutes(createLabels({ database, projects }, labelCarriers)) },
  };
}

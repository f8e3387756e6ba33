// The legal texts of the site as a feature.
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/index.ts';
import type { MarkupRenderer } from '../../platform/markup/index.ts';
import { legalRoutes } from './legal.routes.ts';
import { createLegalTexts } from './legal.service.ts';

export function createLegalFeature(
  { database, clock }: { database: Database; clock: Clock },
  { markup }: { markup: MarkupRenderer },
) {
  const legalTexts = createLegalTexts({ database, clock, markup });
  return { legalTexts, parts: { routes: legalRoutes(legalTexts) } };
}

// What the form of a new artifact shows, read before it is there.
import { loadParts } from '../../../fields/index.ts';
import type { QueryClient } from '@tanstack/react-query';
import { isNumber } from '../../../../platform/addresses.ts';
import { readAhead } from '../../../../platform/query.ts';
import { formQuery } from '../../artifact.queries.ts';
import { preloadEditors, preloadReaders } from '../parts.tsx';

/**
 * Settles with the tracker and the editors of its fields. What is wrong with the tracker the page says itself. Rejects where a
 * bundle can't be loaded that it is made of.
 */
export async function readForm(client: QueryClient, trackerId: string): Promise<void> {
  const tracker = isNumber(trackerId) ? readAhead(client, formQuery(trackerId)) : undefined;
  await Promise.all([
    tracker,
    loadParts(),
    ...[preloadEditors(), preloadReaders()].map((loaded) => loaded.catch(() => undefined)),
  ]);
}

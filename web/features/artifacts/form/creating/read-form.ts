// What the form of a new artifact shows, read before it is there.
import type { QueryClient } from '@tanstack/react-query';
import { isNumber } from '../../../../platform/addresses.ts';
import { readAhead } from '../../../../platform/query.ts';
import { formQuery } from '../../artifact.queries.ts';
import { FieldEditor } from '../field-view.tsx';

/** Settles with the tracker and the editors of its fields. Never throws; the page says itself what is wrong. */
export async function readForm(client: QueryClient, trackerId: string): Promise<void> {
  const tracker = isNumber(trackerId) ? readAhead(client, formQuery(trackerId)) : undefined;
  await Promise.all([tracker, FieldEditor.preload().catch(() => undefined)]);
}

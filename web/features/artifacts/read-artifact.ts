// What the page of an artifact shows first, read before it is there: when its address is opened, and when somebody points at a
// link to it.
import { loadParts } from '../fields/index.ts';
import type { QueryClient } from '@tanstack/react-query';
import { readAhead } from '../../platform/query.ts';
import { prefetchFrame } from '../projects/index.ts';
import { artifactQuery } from './artifact.queries.ts';
import { streamQuery } from './comments/comments.queries.ts';
import type { TalkSearch } from './comments/comment-search.ts';
import { preloadReaders } from './form/parts.tsx';

/**
 * Settles with the artifact and what its values are read by; the talk below it may come later. What
 * is wrong with the artifact the page says itself. Rejects where a bundle can't be loaded that it is made of.
 */
export async function readArtifact(client: QueryClient, id: number, search: TalkSearch): Promise<void> {
  const talk = streamQuery(id, search);
  if (client.getQueryData(talk.queryKey) === undefined) void client.prefetchInfiniteQuery(talk);
  await Promise.all([readAhead(client, artifactQuery(id)), loadParts(), preloadReaders().catch(() => undefined)]);
  const tagged = client.getQueryData(artifactQuery(id).queryKey);
  if (tagged !== undefined) await prefetchFrame(client, tagged.data.project.id);
}

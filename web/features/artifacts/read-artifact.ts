// What the page of an artifact shows first, read before it is there: when its address is opened, and when somebody points at a
// link to it.
import type { QueryClient } from '@tanstack/react-query';
import { readAhead } from '../../platform/query.ts';
import { prefetchFrame } from '../projects/index.ts';
import { artifactQuery } from './artifact.queries.ts';
import { streamQuery } from './comments/comments.queries.ts';
import type { TalkSearch } from './comments/comment-search.ts';

/** Settles with the artifact; the talk below it may come later. Never throws; the page says itself what is wrong. */
export async function readArtifact(client: QueryClient, id: number, search: TalkSearch): Promise<void> {
  const talk = streamQuery(id, search);
  if (client.getQueryData(talk.queryKey) === undefined) void client.prefetchInfiniteQuery(talk);
  await readAhead(client, artifactQuery(id));
  const tagged = client.getQueryData(artifactQuery(id).queryKey);
  if (tagged !== undefined) await prefetchFrame(client, tagged.data.project.id);
}

// What things are called, as far as something that was read already says it: lists, rows, links.
import type { QueryClient } from '@tanstack/react-query';
import { isRecord, listIn, numberIn, textIn } from './parse-unknown.ts';

/** The thing with this id among what a list, or a page of one, has. */
function findIn(data: unknown, id: number): unknown {
  const lists = Array.isArray(data) ? [data] : [listIn(data, 'data'), listIn(data, 'collection')];
  return lists.flat().find((one: unknown) => isRecord(one) && numberIn(one, 'id') === id);
}

/** `path`: where such lists were read, as their keys begin; `name`: what a title is called in them. */
export function findKnownTitle(
  client: QueryClient,
  path: string,
  id: number,
  name: 'title' | 'label',
): string | undefined {
  for (const [, data] of client.getQueriesData({ queryKey: [path] })) {
    const title = textIn(findIn(data, id), name);
    if (title !== undefined && title !== '') return title;
  }
  return undefined;
}

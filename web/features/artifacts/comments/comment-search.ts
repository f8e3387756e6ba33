// What of the stream stands in the address: the filter and the order.

export type Filter = 'comments' | 'changes';

export interface TalkSearch {
  /** Only these; everything without it. */
  show?: Filter;
  /** Newest first; oldest first without it. */
  order?: 'desc';
}

/** What an address says of the stream; nonsense says nothing. */
export const readTalkSearch = (search: Readonly<Record<string, unknown>>): TalkSearch => ({
  ...(search['show'] === 'comments' || search['show'] === 'changes' ? { show: search['show'] } : {}),
  ...(search['order'] === 'desc' ? { order: 'desc' } : {}),
});

/** The changeset that the end of an address leads to, such as #comment-73. */
export function changesetIn(hash: string): number | undefined {
  const id = /^#?comment-(\d+)$/.exec(hash)?.[1];
  return id === undefined ? undefined : Number(id);
}

export const anchorOf = (changesetId: number): string => `comment-${changesetId}`;

// What a document does once, when the page has been drawn and has nothing more urgent to do.
import { dropOld } from '../drafts/expired-drafts.ts';
import { returnFocusWhenUsable } from '../keyboard/return-focus.ts';
import { queryClient } from '../query.ts';
import { selfQuery, storageKeyQuery } from '../session.ts';
import { sealPlain } from '../storage/unsealed-entries.ts';

export function doIdleWork(): void {
  returnFocusWhenUsable(document);
  const self = queryClient.getQueryData(selfQuery.queryKey);
  const hasKey = queryClient.getQueryData(storageKeyQuery.queryKey)?.key !== undefined;
  if (hasKey && typeof self?.id === 'number' && self.username !== null)
    sealPlain({ id: self.id, username: self.username });
  dropOld(self?.id);
}

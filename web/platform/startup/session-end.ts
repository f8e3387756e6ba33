// A document stops showing what it has of a person once they have left: in another tab, or while the browser kept it aside for the way
// back.
import { isRefusedWith } from '../api.ts';
import { queryClient } from '../query.ts';
import { onSignedIn, onSignedOut, readSelf, selfQuery } from '../session.ts';
import { closePersonalStorage } from '../storage/personal-storage.ts';

const hide = (isHidden: boolean): void => {
  document.documentElement.hidden = isHidden;
};

/** Goes to the first page with a new document, and leaves no trace of the person in this browser. */
export function leaveDocument(): void {
  hide(true);
  closePersonalStorage();
  location.replace('/');
}

/** Undefined where nobody is signed in by now. */
const readSelfId = async (): Promise<number | null | undefined> => {
  try {
    return (await readSelf()).id;
  } catch (error) {
    if (isRefusedWith(error, 401, 403)) return undefined;
    throw error;
  }
};

/** Follows what other tabs do to the session. */
export function listenForOthers(): void {
  const ownId = (): number | null | undefined => queryClient.getQueryData(selfQuery.queryKey)?.id;
  onSignedOut(leaveDocument);
  // What was read as somebody else is not shown to who is signed in now; what was typed is kept for the other.
  onSignedIn(() => {
    const id = ownId();
    if (id === undefined || id === null) return;
    readSelfId().then(
      (now) => now !== undefined && now !== id && location.reload(),
      () => undefined,
    );
  });
  addEventListener('pageshow', ({ persisted }) => {
    const id = ownId();
    if (!persisted || id === undefined || id === null) return;
    hide(true);
    readSelfId().then(
      (now) => (now === id ? hide(false) : location.reload()),
      () => location.reload(),
    );
  });
}

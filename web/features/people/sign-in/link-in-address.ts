// The text behind the # of a link in a mail. It is taken out of the address, so that nobody reads it there over a shoulder or in
// the history of the browser.
import { useState } from 'react';

export function useLinkText(): string {
  const [text] = useState(() => {
    const found = location.hash.slice(1);
    if (found !== '') history.replaceState(history.state, '', location.pathname);
    return found;
  });
  return text;
}

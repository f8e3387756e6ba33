// Puts texts into the clipboard.
import { t } from '../platform/i18n.ts';
import { say } from './feedback/toasts.tsx';

/** What browsers have for pages without HTTPS, where `navigator.clipboard` is not there. Returns whether it worked. */
function copyAsSelected(text: string): boolean {
  let isTaken = false;
  const fill = (event: ClipboardEvent): void => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
    isTaken = true;
  };
  document.addEventListener('copy', fill);
  document.execCommand('copy');
  document.removeEventListener('copy', fill);
  return isTaken;
}

/** Copies for somebody who asked for it, and says `done`, or how to do it without. */
export async function copyText(text: string, done: string): Promise<void> {
  const clipboard: Clipboard | undefined = navigator.clipboard;
  const isCopied =
    clipboard === undefined
      ? copyAsSelected(text)
      : await clipboard.writeText(text).then(
          () => true,
          () => copyAsSelected(text),
        );
  say(isCopied ? 'success' : 'info', isCopied ? done : t('ui.copyByHand'));
}

// Where keys write.

/** Takes the focus out of a form whose text has been sent, so that keys mean the page again. */
export function leaveForm(box: HTMLElement | null): void {
  const { activeElement: focused } = document;
  const form = box?.closest('form') ?? box;
  if (focused instanceof HTMLElement && form?.contains(focused) === true) focused.blur();
}

/** Whether the keys typed there are a text. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable ||
    target.matches('input:not([type=checkbox],[type=radio],[type=button]), textarea, select')
  );
}

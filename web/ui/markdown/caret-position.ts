// Where the caret of a text area is on the page: a copy of its text in a box of the same shape tells.

const copied = [
  'boxSizing',
  'width',
  'paddingTop',
  'paddingRight',
  'paddingBottom',
  'paddingLeft',
  'borderTopWidth',
  'borderRightWidth',
  'borderBottomWidth',
  'borderLeftWidth',
  'fontFamily',
  'fontSize',
  'fontWeight',
  'letterSpacing',
  'lineHeight',
  'tabSize',
] as const;

/** The foot of the character at `at`, in pixels from the upper left corner of the text area as it is scrolled. */
export function caretPosition(area: HTMLTextAreaElement, at: number): { left: number; top: number } {
  const style = getComputedStyle(area);
  const mirror = document.createElement('div');
  for (const name of copied) mirror.style[name] = style[name];
  Object.assign(mirror.style, {
    position: 'absolute',
    visibility: 'hidden',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'break-word',
  });
  mirror.textContent = area.value.slice(0, at);
  const mark = document.createElement('span');
  mark.textContent = area.value.slice(at) || '.';
  mirror.append(mark);
  document.body.append(mirror);
  const { offsetLeft, offsetTop } = mark;
  mirror.remove();
  const lineHeight = Number.parseFloat(style.lineHeight) || Number.parseFloat(style.fontSize) * 1.5;
  return { left: offsetLeft - area.scrollLeft, top: offsetTop - area.scrollTop + lineHeight };
}

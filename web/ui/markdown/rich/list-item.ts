// Items of lists, and tasks among them: a task has a box in front.
import { InputRule, Node } from '@tiptap/core';

interface ListItemOptions {
  /** The name of a task's box for screen readers. */
  taskLabel: string;
}

/** Of a task: whether its box is ticked; null for what is no task. */
const checkedOf = (item: HTMLElement): boolean | null =>
  item.querySelector<HTMLInputElement>(':scope > input[type=checkbox], :scope > p:first-child > input[type=checkbox]')
    ?.checked ?? null;

export const listItem = Node.create<ListItemOptions>({
  name: 'listItem',
  content: 'block+',
  defining: true,
  addOptions: () => ({ taskLabel: '' }),
  addAttributes: () => ({ checked: { default: null, rendered: false, parseHTML: checkedOf } }),
  parseHTML: () => [{ tag: 'li' }],
  renderHTML: () => ['li', 0],
  addNodeView() {
    return ({ node, editor, getPos }) => {
      const dom = document.createElement('li');
      if (node.attrs['checked'] === null)
        return { dom, contentDOM: dom, update: (next) => isAlike(next, node.attrs['checked']) };
      const box = document.createElement('input');
      box.type = 'checkbox';
      box.ariaLabel = this.options.taskLabel;
      box.checked = node.attrs['checked'] === true;
      box.contentEditable = 'false';
      box.addEventListener('change', () => {
        const at = getPos();
        if (at === undefined) return;
        editor.view.dispatch(editor.state.tr.setNodeAttribute(at, 'checked', box.checked));
      });
      const content = document.createElement('div');
      dom.dataset['task'] = '';
      dom.append(box, content);
      return {
        dom,
        contentDOM: content,
        stopEvent: (event) => event.target === box,
        ignoreMutation: (mutation) => mutation.type !== 'selection' && !content.contains(mutation.target),
        update(next) {
          if (!isAlike(next, node.attrs['checked'])) return false;
          box.checked = next.attrs['checked'] === true;
          return true;
        },
      };
    };

    function isAlike(next: { type: { name: string }; attrs: Record<string, unknown> }, checked: unknown): boolean {
      return next.type.name === 'listItem' && (next.attrs['checked'] === null) === (checked === null);
    }
  },
  addKeyboardShortcuts() {
    const { name } = this;
    return {
      Enter: ({ editor }) => {
        const item = editor.state.selection.$from.node(-1);
        const overrides = item?.type.name === name && item.attrs['checked'] !== null ? { checked: false } : undefined;
        return editor.commands.splitListItem(name, overrides);
      },
      Tab: ({ editor }) => editor.commands.sinkListItem(name),
      'Shift-Tab': ({ editor }) => editor.commands.liftListItem(name),
      Backspace: ({ editor }) => {
        const { $from, empty } = editor.state.selection;
        const isStart = empty && $from.parentOffset === 0 && $from.depth > 1 && $from.node(-1).type.name === name;
        return isStart && $from.index(-1) === 0 ? editor.commands.liftListItem(name) : false;
      },
    };
  },
  addInputRules() {
    return [
      new InputRule({
        find: /^\[([ xX])\]\s$/,
        handler: ({ state, range, match }) => {
          const $from = state.doc.resolve(range.from);
          if ($from.depth < 2 || $from.node(-1).type !== this.type) return null;
          state.tr.delete(range.from, range.to).setNodeAttribute($from.before(-1), 'checked', match[1] !== ' ');
          return undefined;
        },
      }),
    ];
  },
});

// How a block of source is shown: Markdown as it is written; HTML as the words in it, until somebody asks for its source.
import { Extension } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';
import type { NodeViewConstructor } from '@tiptap/pm/view';
import { parseForeign } from './foreign-html.ts';
import type { TextFormat } from './formats/read-block.ts';

const wordsOf = (html: string): string => {
  const body = parseForeign(html);
  for (const element of body.querySelectorAll('script, style')) element.remove();
  return body.textContent.trim();
};

const hiddenSource =
  (label: string): NodeViewConstructor =>
  (node) => {
    const dom = document.createElement('div');
    const words = document.createElement('p');
    const button = document.createElement('button');
    const source = document.createElement('pre');
    dom.dataset['kept'] = '';
    words.textContent = wordsOf(node.textContent);
    words.contentEditable = 'false';
    button.type = 'button';
    button.textContent = label;
    button.contentEditable = 'false';
    source.hidden = true;
    button.addEventListener('click', () => {
      source.hidden = false;
      words.hidden = true;
      button.hidden = true;
    });
    dom.append(words, button, source);
    return {
      dom,
      contentDOM: source,
      stopEvent: (event) => event.target === button,
      ignoreMutation: (mutation) => mutation.type !== 'selection' && !source.contains(mutation.target),
    };
  };

export const sourceView = (format: TextFormat, label: string): Extension =>
  Extension.create({
    name: 'sourceView',
    addProseMirrorPlugins: () =>
      format === 'html' ? [new Plugin({ props: { nodeViews: { sourceBlock: hiddenSource(label) } } })] : [],
  });

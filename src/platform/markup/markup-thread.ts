// The program of the thread that markup-renderer.ts starts: one text at a time.
import { parentPort } from 'node:worker_threads';
import { lowerThread } from '../programs/low-priority.ts';
import type { MarkupText } from './markup-text.ts';
import { renderMarkup } from './render-markup.ts';

lowerThread();
parentPort?.on('message', (text: MarkupText) => parentPort?.postMessage(renderMarkup(text)));

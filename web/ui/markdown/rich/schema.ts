// All that the editor knows of texts, and the schema that formats read and write.
import { getSchema } from '@tiptap/core';
import { listItem } from './list-item.ts';
import { marks } from './marks.ts';
import { blockNodes } from './nodes.ts';
import { tableNodes } from './tables.ts';

export const textExtensions = [...blockNodes, listItem, ...tableNodes, ...marks];

export const textSchema = getSchema(textExtensions);

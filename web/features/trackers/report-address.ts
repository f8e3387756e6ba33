// What the address of a report says, as the API takes it.

/** Words are looked for in all texts that one may read; a condition goes as it is. */
export function writeFilter(text: string | undefined, isQuery: boolean): { expert_query?: string } {
  if (text === undefined || text.trim() === '') return {};
  return { expert_query: isQuery ? text : `@fulltext = ${quote(text)}` };
}

const quote = (text: string): string => `"${text.replaceAll(/[\\"]/g, String.raw`\$&`)}"`;

/** Once up, then down, then not. */
export function toggleSort(sort: string | undefined, field: string): { sort?: string } {
  if (sort === field) return { sort: `-${field}` };
  return sort === `-${field}` ? {} : { sort: field };
}

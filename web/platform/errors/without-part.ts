// A refusal in English as people read it. Pure.

/** Scripts are told the part of their request that is wrong, short names and ids of fields, and what to send; people see what they did. */
export const withoutPart = (message: string): string =>
  message
    .replace(/^`[^`\s]+` (?=(?:must|can|can't|would|already|\w+s) )/, 'This ')
    .replace(/^`[^`]+`: /, '')
    .replaceAll(/ \(`\w+`\)/g, '')
    .replaceAll(/("[^"]*") \(\w+, id \d+\)/g, '$1');

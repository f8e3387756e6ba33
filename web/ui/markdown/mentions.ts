// Names in texts that lead to the people who are called so.
import { api, take } from '../../platform/api.ts';
import { queryClient } from '../../platform/query.ts';

/** As the server reads them to tell those who are named: not within an address, and a dot at the end is that of the sentence. */
const mention = /(?<![\w.@/-])@([A-Za-z][\w.-]{0,253}\w)/;
/** Names of one text that are looked for. */
const namesMax = 20;
const cachedMs = 10 * 60_000;

async function isThere(name: string): Promise<boolean> {
  const found = await queryClient.fetchQuery({
    queryKey: ['/users', 'named', name],
    queryFn: () =>
      take(api.GET('/users', { params: { query: { query: JSON.stringify({ username: name }), limit: 1 } } })),
    staleTime: cachedMs,
  });
  return found.length > 0;
}

function listTexts(place: Node): Text[] {
  const texts: Text[] = [];
  const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
    if (node instanceof Text && node.data.includes('@') && node.parentElement?.closest('a, code, pre') === null)
      texts.push(node);
  return texts;
}

/** Makes links of the names in what is shown there, of people whom the reader may know. Rejects where that can't be asked. */
export async function linkPeople(place: Node): Promise<void> {
  let left = namesMax;
  for (const text of listTexts(place))
    for (
      let rest = text, found = mention.exec(rest.data);
      found !== null && left > 0;
      found = mention.exec(rest.data)
    ) {
      const [whole, name = ''] = found;
      left -= 1;
      const isKnown = await isThere(name);
      // Drawn anew meanwhile.
      if (!place.contains(rest)) return;
      const named = rest.splitText(found.index);
      rest = named.splitText(whole.length);
      if (!isKnown) continue;
      const link = document.createElement('a');
      link.href = `/users/${encodeURIComponent(name)}`;
      named.replaceWith(link);
      link.append(named);
    }
}

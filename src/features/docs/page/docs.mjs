// Searches the pages of the documentation: all words must occur in a section; headings count more than texts.
const form = document.querySelector('#search');
const words = document.querySelector('#words');
const results = document.querySelector('#results');
const page = document.querySelector('#page');
const shownMax = 30;

const fold = (text) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

let sections;
async function loadSections() {
  const answer = await fetch('search.json');
  const all = await answer.json();
  return all.map((one) => ({ ...one, folded: [fold(one.title), fold(one.heading), fold(one.text)] }));
}

/** How well a section fits; 0 where a word is missing. */
function rank({ folded: [inTitle, inHeading, inText] }, wanted) {
  const ranks = wanted.map((word) =>
    inHeading.includes(word) ? 8 : inTitle.includes(word) ? 4 : inText.includes(word) ? 1 : 0,
  );
  return ranks.includes(0) ? 0 : ranks.reduce((sum, one) => sum + one, 0);
}

function shorten(text, folded, word) {
  const at = Math.max(0, folded.indexOf(word) - 60);
  return `${at > 0 ? '…' : ''}${text.slice(at, at + 180)}…`;
}

function describe({ url, title, heading, text, folded }, word) {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = url;
  link.textContent = heading === title ? title : `${title}: ${heading}`;
  const part = document.createElement('p');
  part.textContent = shorten(text, folded[2], word);
  item.append(link, part);
  return item;
}

async function search() {
  const wanted = fold(words.value).split(/\s+/).filter(Boolean);
  const isSearching = wanted.length > 0;
  results.hidden = !isSearching;
  page.hidden = isSearching;
  if (!isSearching) return;
  sections ??= await loadSections();
  const found = sections
    .map((section) => ({ section, rank: rank(section, wanted) }))
    .filter((one) => one.rank > 0)
    .sort((one, other) => other.rank - one.rank)
    .slice(0, shownMax);
  const heading = document.createElement('h1');
  heading.textContent = found.length === 0 ? 'No results' : 'Results';
  const list = document.createElement('ol');
  list.append(...found.map(({ section }) => describe(section, wanted[0])));
  results.replaceChildren(heading, list);
}

form.hidden = false;
words.addEventListener('input', () => {
  search().catch(() => {
    results.textContent = 'The search can’t be loaded. Try again.';
  });
});
form.addEventListener('submit', (event) => {
  event.preventDefault();
  results.querySelector('a')?.focus();
});
// A result on the page that is shown leads to its heading.
results.addEventListener('click', (event) => {
  if (!(event.target instanceof HTMLAnchorElement)) return;
  words.value = '';
  results.hidden = true;
  page.hidden = false;
});

// The explorer's page: starts Swagger UI on our own description and signs a person in.
// Credentials stay in this page's memory; leaving or reloading it forgets them.
const byId = (id) => document.getElementById(id);
const apiBase = new URL('..', document.location.href);
const schemes = ['token', 'tokenUser', 'accessKey', 'basic'];

/** What "Sign out" has to revoke: a token that this page asked for. */
let ownToken;

const ui = window.SwaggerUIBundle({
  url: new URL('openapi.json', apiBase).href,
  domNode: byId('explorer'),
  presets: [window.SwaggerUIBundle.presets.apis],
  layout: 'BaseLayout',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  filter: true,
  tryItOutEnabled: true,
  validatorUrl: null,
  onComplete: () => (byId('enter').disabled = false),
  queryConfigEnabled: false,
  persistAuthorization: false,
  // Without cookies and without the browser's own password dialog when an answer is 401.
  requestInterceptor: (request) => Object.assign(request, { credentials: 'omit' }),
});

function say(text, isRefusal = false) {
  byId('message').textContent = text;
  byId('message').classList.toggle('refused', isRefusal);
}

function showState(who) {
  byId('sign-in').hidden = who !== undefined;
  byId('signed-in').hidden = who === undefined;
  byId('who').textContent = who ?? '';
}

function showFields() {
  for (const label of document.querySelectorAll('[data-for]')) {
    const isNeeded = label.dataset.for.split(' ').includes(byId('method').value);
    label.hidden = !isNeeded;
    label.querySelector('input').disabled = !isNeeded;
  }
}

/** Asks the API; throws an Error with the API's own message when it refuses. */
async function ask(method, path, headers = {}, body) {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const types = { accept: 'application/json', ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
  const answer = await fetch(new URL(path, apiBase), {
    method,
    headers: { ...types, ...headers },
    credentials: 'omit',
    ...sent,
  });
  const text = await answer.text();
  const content = text === '' ? {} : JSON.parse(text);
  if (!answer.ok) throw new Error(content.error?.message ?? `The server answered ${answer.status}.`);
  return content;
}

async function signIn() {
  const username = byId('username').value;
  const password = byId('password').value;
  const method = byId('method').value;
  if (method === 'token') {
    ownToken = await ask('POST', 'tokens', {}, { username, password });
    ui.preauthorizeApiKey('token', ownToken.token);
    ui.preauthorizeApiKey('tokenUser', ownToken.user_id);
    return `Signed in as ${username} with a token`;
  }
  if (method === 'basic') {
    const bytes = new TextEncoder().encode(`${username}:${password}`);
    await ask('GET', 'users/self', { authorization: `Basic ${btoa(String.fromCharCode(...bytes))}` });
    ui.preauthorizeBasic('basic', username, password);
    return `Signed in as ${username} with Basic authentication`;
  }
  const key = byId('key').value;
  const user = await ask('GET', 'users/self', { 'x-auth-accesskey': key });
  ui.preauthorizeApiKey('accessKey', key);
  return `Signed in as ${user.username} with an access key`;
}

async function signOut() {
  const token = ownToken;
  ownToken = undefined;
  ui.authActions.logout(schemes);
  showState(undefined);
  if (token === undefined) return;
  const headers = { 'x-auth-token': token.token, 'x-auth-userid': token.user_id };
  await ask('DELETE', `tokens/${encodeURIComponent(token.token)}`, headers);
}

byId('method').addEventListener('change', showFields);
byId('sign-in').addEventListener('submit', (event) => {
  event.preventDefault();
  say('');
  signIn().then(
    (who) => {
      byId('password').value = '';
      byId('key').value = '';
      showState(who);
    },
    (error) => say(error.message, true),
  );
});
byId('leave').addEventListener('click', () => {
  signOut().then(
    () => say('Signed out.'),
    (error) => say(error.message, true),
  );
});
showFields();

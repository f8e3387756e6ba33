// The components of ui/ in their states, light and dark beside each other, for those who develop pages: `npm run dev`, then /design/.
// The build has no such page.
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { loadTextBundle, loadTexts } from '../platform/i18n.ts';
import { queryClient } from '../platform/query.ts';
import { Gallery } from './gallery.tsx';
import '@fontsource-variable/inter';
import '../styles/tokens.css';
import '../styles/colours.css';
import '../styles/base.css';

async function start(): Promise<void> {
  const place = document.querySelector('#app');
  if (place === null) throw new Error('the document has no place for the components');
  await loadTexts('en', undefined, { withPages: true });
  await loadTextBundle('administration');
  const appearance = new URL(location.href).searchParams.get('appearance');
  if (appearance === null) {
    for (const name of ['light', 'dark']) {
      const frame = document.createElement('iframe');
      frame.src = `?appearance=${name}`;
      frame.title = name;
      frame.style.cssText = 'inline-size: 50%; block-size: 100vh; border: 0';
      place.append(frame);
    }
    return;
  }
  document.documentElement.dataset['appearance'] = appearance;
  createRoot(place).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <Gallery />
      </QueryClientProvider>
    </StrictMode>,
  );
}

void start();

// Links to what a site asks of people and promises to them.
import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import { useSite } from '../../platform/session.ts';
import { Link } from '../link.tsx';

/** Nothing where the site has no such texts. */
export const LegalLinks = (): ReactNode =>
  useSite().legal_texts.map((text) => (
    <Link key={text} to="/legal/$text" params={{ text }}>
      {t(`frame.legal.${text}`)}
    </Link>
  ));

// Leads a person to the first field with something wrong, which may be far from the button that they pressed.

const within = 'input, textarea, button, [tabindex="0"]';

/** Once the fields are shown with their problems; editors that open now take the focus themselves. */
export const focusProblem = (): void => {
  requestAnimationFrame(() => {
    const field = document.querySelector('[data-field][data-problem=true]');
    if (field === null || field.contains(document.activeElement)) return;
    field.scrollIntoView({ block: 'center' });
    field.querySelector<HTMLElement>(within)?.focus({ preventScroll: true });
  });
};

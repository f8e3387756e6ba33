// What new projects are made of: categories, templates.
export const creation = {
  'creation.categoriesText':
    'Projects are filed under values of categories, and found by them. Drag a value below another, press Ctrl → and Ctrl ← at it, or choose its place in its menu.',
  'creation.newCategory': 'New category',
  'creation.newValue': 'New value',
  'creation.newValueBelow': 'New value below…',
  'creation.change': 'Change…',
  'creation.changeOrMove': 'Rename or move…',
  'creation.removeIt': 'Delete…',
  'creation.remove': 'Delete “{name}”',
  'creation.actions': 'What to do with “{name}”',
  'creation.mandatory': 'New projects must choose a value',
  'creation.needed': 'needed',
  'creation.below': 'Below',
  'creation.moved': '“{name}” is below “{place}” now',
  'creation.goesAlong': 'With it go: {names}.',
  'creation.loseIt': 'These projects lose it:',
  'creation.nobodyLoses': 'No project is filed under it.',
  'creation.others': { one: 'and one other', other: 'and {count} others' },
  'creation.noCategories': 'No categories yet',
} as const;

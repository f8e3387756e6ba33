export const people = {
  'people.register': 'Register',
  'people.lostPassword': 'Lost password',
  'people.newPassword': 'Set a new password',
  'people.confirmEmail': 'Confirm your mail address',
  'people.welcome': 'Welcome',
  'people.account': 'Your account',
  'people.person': 'Person',
  'people.signIn': 'Sign in',
  'people.signInTo': 'Sign in to {site}',
  'people.name': 'User name or mail address',
  'people.password': 'Password',
  'people.wrongCredentials': 'This name and password do not belong together.',
  'people.slowed': {
    one: 'Too many attempts. Try again in a minute.',
    other: 'Too many attempts. Try again in {count} minutes.',
  },
} as const;

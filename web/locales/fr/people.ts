export const people = {
  'people.register': 'S’inscrire',
  'people.lostPassword': 'Mot de passe perdu',
  'people.newPassword': 'Choisir un nouveau mot de passe',
  'people.confirmEmail': 'Confirmer votre adresse',
  'people.welcome': 'Bienvenue',
  'people.account': 'Votre compte',
  'people.person': 'Personne',
  'people.signIn': 'Se connecter',
  'people.signInTo': 'Se connecter à {site}',
  'people.name': 'Nom d’utilisateur ou adresse électronique',
  'people.password': 'Mot de passe',
  'people.wrongCredentials': 'Ce nom et ce mot de passe ne vont pas ensemble.',
  'people.slowed': {
    one: 'Trop de tentatives. Réessayez dans une minute.',
    other: 'Trop de tentatives. Réessayez dans {count} minutes.',
  },
};

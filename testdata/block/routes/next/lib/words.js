const WORDS = /^(\w+\s?)*$/

export const isPhrase = text => WORDS.test(text)

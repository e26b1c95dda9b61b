// Korean particles depend on whether the word before them ends in a consonant: 테이블을, but 예약을 and 의자를.

const digits = '영일이삼사오육칠팔구'
const letters: Record<string, string> = { l: '엘', m: '엠', n: '엔', r: '알' }

/** The last sound of a word as a Hangul syllable, if it can be told. */
function lastSyllable(word: string): string | undefined {
  const plain = word.normalize('NFC').replace(/[\s)\]}"'’”」』>.,!?]+$/u, '')
  const last = [...plain].at(-1)
  if (!last) return undefined
  if (last >= '가' && last <= '힣') return last
  if (last >= '0' && last <= '9') return last === '0' && /\d0$/.test(plain) ? '십' : digits[Number(last)]
  return letters[last.toLowerCase()]
}

/**
 * A word with its particle: `josa('테이블', '을', '를')` is 테이블을. Where the sound of the last letter can't be told (Latin vowels and most
 * letters), the form after a vowel is taken. `(으)로` also follows ㄹ without 으: give `'으로', '로'`.
 */
export function josa(word: string, afterConsonant: string, afterVowel: string): string {
  const syllable = lastSyllable(word)
  const final = syllable ? (syllable.charCodeAt(0) - 0xac00) % 28 : 0
  const rieul = 8
  const consonant = final !== 0 && !(final === rieul && afterVowel === '로')
  return word + (consonant ? afterConsonant : afterVowel)
}

// Interesting texts. The multilingual one is Article 1 of the Universal Declaration of Human Rights.

export const EXAMPLES = {
  "A little of everything":
    "Tokenizers don't see words; they see bytes.\n" +
    "Naïve café, 東京タワー, สวัสดี, 👩‍💻 👍🏽 and 1234567.89!\n" +
    "def add(a, b):\n    return a + b\n",
  "One sentence, many languages": [
    "All human beings are born free and equal in dignity and rights.",
    "Todos los seres humanos nacen libres e iguales en dignidad y derechos.",
    "Alle Menschen sind frei und gleich an Würde und Rechten geboren.",
    "Все люди рождаются свободными и равными в своем достоинстве и правах.",
    "人人生而自由，在尊严和权利上一律平等。",
    "すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。",
    "모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다.",
    "सभी मनुष्यों को गौरव और अधिकारों के मामले में जन्मजात स्वतन्त्रता और समानता प्राप्त है।",
    "มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ",
    "يولد جميع الناس أحرارًا متساوين في الكرامة والحقوق.",
    "כל בני האדם נולדו בני חורין ושווים בערכם ובזכויותיהם.",
  ].join("\n"),
  "Emoji and joiners": "👍 👍🏽 👩‍💻 👨‍👩‍👧‍👦 🏳️‍🌈 🇩🇰 ❤️ 1️⃣ ☺ 🫠\n",
  "Split characters": "ꙮ 𓀀 𒀱 ߷ ༄ ⵣ ⿕ ᚠᛇᚻ 🂡 ṩ ẛ̣\n",
  "Whitespace and zero width": "a b  c   d\ttab\u00a0no-break\u2003em\u200bzero\u200dwidth\ufeff \r\n\n  indented\n   trailing   \n",
  "Contractions and numbers": "I'm sure they'd've said it's 3.14159, not 31415926535; DON'T SHOUT!!! x=1_000_000\n",
  "Python code": "class Stack:\n\tdef __init__(self):\n\t\tself.items = []\n\n    def push(self, item):\n        self.items.append(item)  # amortised O(1)\n",
  "Special tokens": "Once upon a time<|endoftext|>The end.<|endofprompt|> And <|endof text|> is not one.\n",
  "Right to left": "English مرحبا بالعالم and שלום עולם 123.\n",
  "Long repeats": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa          ================================ hahahahahahaha\n",
};

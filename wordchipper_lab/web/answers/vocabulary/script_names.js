// Unicode's scripts, the most common ones in vocabularies first; a script's place here is its number. Twin: `SCRIPTS`
// of lab/vocabulary/characters.py.

const NAMES =
  "Unknown Common Inherited Latin Cyrillic Han Arabic Hangul Devanagari Thai Hebrew Greek Georgian Armenian " +
  "Bengali Hiragana Katakana Tamil Telugu Kannada Malayalam Gujarati Gurmukhi Sinhala Myanmar Khmer Lao " +
  "Ethiopic Oriya Tibetan Mongolian Adlam Ahom Anatolian_Hieroglyphs Avestan Balinese Bamum Bassa_Vah Batak " +
  "Bhaiksuki Bopomofo Brahmi Braille Buginese Buhid Canadian_Aboriginal Carian Caucasian_Albanian Chakma Cham " +
  "Cherokee Chorasmian Coptic Cuneiform Cypriot Cypro_Minoan Deseret Dives_Akuru Dogra Duployan " +
  "Egyptian_Hieroglyphs Elbasan Elymaic Garay Glagolitic Gothic Grantha Gunjala_Gondi Gurung_Khema " +
  "Hanifi_Rohingya Hanunoo Hatran Imperial_Aramaic Inscriptional_Pahlavi Inscriptional_Parthian Javanese Kaithi " +
  "Kawi Kayah_Li Kharoshthi Khitan_Small_Script Khojki Khudawadi Kirat_Rai Lepcha Limbu Linear_A Linear_B Lisu " +
  "Lycian Lydian Mahajani Makasar Mandaic Manichaean Marchen Masaram_Gondi Medefaidrin Meetei_Mayek " +
  "Mende_Kikakui Meroitic_Cursive Meroitic_Hieroglyphs Miao Modi Mro Multani Nabataean Nag_Mundari Nandinagari " +
  "New_Tai_Lue Newa Nko Nushu Nyiakeng_Puachue_Hmong Ogham Ol_Chiki Ol_Onal Old_Hungarian Old_Italic " +
  "Old_North_Arabian Old_Permic Old_Persian Old_Sogdian Old_South_Arabian Old_Turkic Old_Uyghur Osage Osmanya " +
  "Pahawh_Hmong Palmyrene Pau_Cin_Hau Phags_Pa Phoenician Psalter_Pahlavi Rejang Runic Samaritan Saurashtra " +
  "Sharada Shavian Siddham SignWriting Sogdian Sora_Sompeng Soyombo Sundanese Sunuwar Syloti_Nagri Syriac " +
  "Tagalog Tagbanwa Tai_Le Tai_Tham Tai_Viet Takri Tangsa Tangut Thaana Tifinagh Tirhuta Todhri Toto " +
  "Tulu_Tigalari Ugaritic Vai Vithkuqi Wancho Warang_Citi Yezidi Yi Zanabazar_Square";

export const SCRIPTS = NAMES.split(" ");

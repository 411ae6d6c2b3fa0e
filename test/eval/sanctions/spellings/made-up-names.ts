/** Names of made-up persons by language: the UN lists few or no persons of these languages. */
const lines = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim())

/** In Cyrillic: given name, patronymic, family name. */
export const russianNames = lines(`Аркадий Львович Чернышенский
  Вячеслав Юрьевич Щербаковский
  Дмитрий Алексеевич Журавлёв
  Евгений Фёдорович Хрящев
  Юрий Геннадьевич Цыбульников
  Александр Ильич Заозёрский
  Сергей Андреевич Дьячков
  Артём Васильевич Жилинский
  Николай Григорьевич Шульженков
  Михаил Анатольевич Юрьев-Польский
  Алексей Максимович Ерёмичев
  Игорь Эдуардович Хмельницын
  Татьяна Валерьевна Подъячева
  Ксения Игоревна Мещеряковская
  Екатерина Юрьевна Чижевская
  Пётр Савельевич Ружейников
  Анатолий Дмитриевич Ляхоцкий
  Василий Кириллович Крыжановский
  Фёдор Игнатьевич Тютчевский
  Максим Викторович Белоцерковский
  Наталья Олеговна Жаворонкова
  Геннадий Яковлевич Оболенцев
  Виктор Семёнович Щукарёв
  Елена Аркадьевна Южакова`)

/** In Ukrainian Cyrillic: given name, patronymic, family name. */
export const ukrainianNames = lines(`Олександр Михайлович Григоращенко
  Сергій Володимирович Щербанюк
  Микола Петрович Гайворонський
  Дмитро Олексійович Кириченченко
  Володимир Андрійович Грищук
  Юрій Ігорович Яцишин
  Євген Васильович Чорноволенко
  Михайло Степанович Гнатишин
  Олена Миколаївна Загоруйко
  Андрій Богданович Лихогляд
  Олег Юрійович Пилипчишин
  Ігор Григорович Жежеленко
  Василь Тарасович Кривохижа
  Петро Дмитрович Їжакевич`)

/** Pinyin, then what the government of Hong Kong writes for the same characters. */
export const chineseNames = lines(`Zhang Zhi Qiang|Cheung Chi Keung
  Chen Guo Hua|Chan Kwok Wah
  Huang Jian Zhong|Wong Kin Chung
  Wang Shu Zhen|Wong Suk Ching
  Li Xiao Rong|Lee Siu Yung
  Liu De Quan|Lau Tak Chuen
  Lin Qiu Xiang|Lam Chau Heung
  Wu Yong Qing|Ng Wing Hing
  Zhou Rui Xiong|Chow Sui Hung
  Xu Ze Min|Tsui Chak Man
  He Yong Jie|Ho Wing Kit
  Liang Qi Sheng|Leung Kai Sing
  Guo Xue Qin|Kwok Suet Kan
  Zheng Cheng Wei|Cheng Shing Wai
  Ye Hong Yuan|Yip Hung Yuen
  Cai Jing Xian|Choi King Yin
  Deng Zi Wen|Tang Tsz Man
  Lü Zhao Feng|Lui Siu Fung
  Xie Jia Bao|Tse Ka Po
  Feng Yu Cai|Fung Yuk Choi`)

export const turkishNames = lines(`Çağrı Ömer Yıldızoğlu
  Şükrü Halit Kılıçarslan
  Hüseyin Gökhan Büyükçelik
  İsmail Hakkı Dağdeviren
  Mehmet Uğur Çalışkaner
  Ayşegül Işık Özgündüz
  Yakup Tuğrul Şahinkaya
  Osman Doğukan Güçlüer
  Ahmet Barış Köprülüoğlu
  Ömer Çetin Akgüneş
  Fatih Coşkun Uğurlucan
  Cengiz Alp Karaağaç
  Nurettin Şener Bağcıgil
  Selçuk İlhan Kösedağ`)

export const azerbaijaniNames = lines(`Əhməd Xəlilov
  Ceyhun Qasımbəyov
  Elçin Əliağayev
  Şahin Məmmədquliyev
  Vüqar Hacıyarov
  Rəşad Xudaverdiyev
  Gülnarə Cəfərquliyeva
  Rövşən Ağabəyli
  Çingiz Qurbanəliyev
  İlqar Hüseynzadə
  Sevinc Nəcəfova
  Tofiq Şıxəmirov`)

export const greekNames = lines(`Γεώργιος Παπαδημητριάδης
  Ιωάννης Χατζηγεωργιάδης
  Κωνσταντίνος Μπαρμπουνάκης
  Δημήτριος Αυγερινόπουλος
  Νικόλαος Ξανθουδίδης
  Παναγιώτης Γιαννακουλέας
  Βασίλειος Ευθυμιόπουλος
  Χρήστος Τσαγκαρουσιάνος
  Σπυρίδων Ντουνιαδάκης
  Ευάγγελος Φωτεινογλίδης
  Χαράλαμπος Κυπαρισσάκος
  Θεόδωρος Ψυχαράκης
  Αικατερίνη Μπενακοπούλου
  Μιχαήλ Αγγελακόπουλος
  Ελένη Οικονομοπούλου
  Αλέξανδρος Χρυσοβέργης`)

export const spanishNames = lines(`José Ángel Echeverría Muñozcano
  Jesús Rafael Quintanilla Peñaloza
  Luis Fernando Villaseñor Bojórquez
  María Guadalupe Zazueta Ibáñez
  Héctor Manuel Arizmendi Galván
  Juan Carlos Ochoa Barrientos
  Gonzalo Iván Valdovinos Yáñez
  Ramón Eduardo Cisneros Beltrán
  Óscar Andrés Urrutia González
  Sergio Alonso Benavides Núñez
  Ana Lucía Etcheverry Giménez
  Miguel Ángel Covarrubias Téllez
  Raúl Ernesto Zubizarreta Ordóñez
  Víctor Hugo Belalcázar Pérez
  Rubén Darío Montealegre Suárez
  Carlos Alberto Villavicencio Tovar`)

export const portugueseNames = lines(`João Batista de Sousa Vasconcelos
  António Luís da Conceição Figueiredo
  José Vítor dos Santos Albuquerque
  Maria Teresa Gouveia Queirós
  Manuel Filipe Rebelo Magalhães
  Paulo César de Araújo Guimarães
  Luís Otávio Cerqueira Sousa
  Rui Tiago Pestana Brandão
  Ângela Cristina de Melo Falcão
  Estêvão Henrique Sampaio Durão
  Tomás Inácio Leitão Mascarenhas
  Sebastião Joaquim da Fonseca Bragança`)

export const germanNames = lines(`Jürgen Großkreutz
  Günther von Bülow-Rößler
  Klaus Jörg Mühlhäuser
  Karl Übelhör
  Hans-Jürgen Schönefeldt
  Stefan Weißgräber
  Philipp zu Löwenthal
  Käthe Brünnhuber
  Walter Kößlinger
  Matthias Hofmann-Überlingen
  Sören Voßkühler
  Götz Meyerhöfer
  Björn Schwarzmüller
  Rüdiger Fröhlingsdorf
  Jörg von Gößnitz`)

export const burmeseNames = lines(`Kyaw Htun Oo Lwin
  Htay Maung Thein Zaw
  Hlaing Win Kyi
  Thein Htut Aung Gyi
  Zaw Lin Htaik
  Myint Oo Hsan
  Khin Hnin Htwe Kyu
  Soe Moe Tun Hlaing
  Aung Kyi Pyone
  Maung Hsint Kyaing
  Nyan Htet Kyaw Khine
  Wunna Hla Thaung`)

export const hebrewNames = lines(`Yitzhak Ben-Zachariah
  Moshe Chaim Tzurieli
  Avraham Yehoshua Kaspivitz
  Shlomo Tzvi Harkabiyan
  Yosef Menachem Zilberkvit
  Yaakov Shmuel Lichtinger
  Chaim Eliyahu Cohen-Tzedaka
  Rivka Rachel Abutbuliyah
  Mordechai Yehuda Baruchovitz
  Binyamin Levy-Tzoref
  Eliyahu Ben-Shushanah
  Zvi Menachem Vaknishtein`)

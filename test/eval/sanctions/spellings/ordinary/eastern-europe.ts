import { people, type People } from './people.ts'

/** Common names in Eastern and Southern Europe, and in Turkey. */
export const easternEurope: readonly People[] = [
  people(
    'Russian',
    `Alexander Sergey Dmitry Andrey Alexey Maxim Evgeny Ivan Mikhail Nikolay Vladimir Pavel Roman Igor Oleg Viktor Yuri Konstantin Anton Denis Anna
    Elena Olga Natalia Ekaterina Tatiana Irina Svetlana Maria Julia Anastasia Ksenia Daria Galina Lyudmila Marina Nadezhda Polina Vera Larisa`,
    `Smirnov Kuznetsov Popov Vasiliev Petrov Sokolov Mikhailov Novikov Fedorov Morozov Volkov Alekseev Lebedev Semenov Egorov Pavlov Kozlov Stepanov
    Nikolaev Orlov Andreev Makarov Nikitin Zakharov Zaitsev Soloviev Borisov Yakovlev Grigoriev Romanov Vorobiev Sergeev Frolov Belov Tarasov
    Belyaev Komarov Kiselev Ilyin Gusev`,
  ),
  people(
    'Ukrainian',
    `Oleksandr Serhii Andrii Volodymyr Mykola Ivan Dmytro Vasyl Yurii Viktor Mykhailo Oleh Ihor Petro Bohdan Taras Roman Yaroslav Vitalii Maksym
    Olena Oksana Iryna Nataliia Tetiana Halyna Svitlana Kateryna Yuliia Hanna Liudmyla Nadiia Solomiia Daryna Lesia Zoriana Viktoriia Sofiia Mariia
    Larysa`,
    `Melnyk Shevchenko Kovalenko Bondarenko Boiko Tkachenko Kravchenko Kovalchuk Koval Oliinyk Shevchuk Polishchuk Lysenko Tkachuk Savchenko Rudenko
    Moroz Marchenko Petrenko Ivanenko Klymenko Kravchuk Savchuk Havryliuk Kuzmenko Ponomarenko Vasylenko Mazur Levchenko Panchenko Karpenko Romaniuk
    Sydorenko Kharchenko Tymoshenko Khomenko Yurchenko Zinchenko Pavlenko Honcharuk`,
  ),
  people(
    'Polish',
    `Jan Andrzej Piotr Krzysztof Stanisław Tomasz Paweł Józef Marcin Marek Michał Grzegorz Jerzy Tadeusz Adam Łukasz Zbigniew Ryszard Kazimierz
    Wojciech Anna Maria Katarzyna Małgorzata Agnieszka Barbara Ewa Krystyna Elżbieta Magdalena Joanna Zofia Teresa Danuta Beata Monika Jolanta
    Halina Dorota Justyna`,
    `Nowak Kowalski Wiśniewski Wójcik Kowalczyk Kamiński Lewandowski Zieliński Szymański Woźniak Dąbrowski Kozłowski Jankowski Mazur Wojciechowski
    Kwiatkowski Krawczyk Kaczmarek Piotrowski Grabowski Zając Pawłowski Michalski Król Wieczorek Jabłoński Wróbel Nowakowski Majewski Olszewski
    Stępień Malinowski Jaworski Adamczyk Dudek Nowicki Pawlak Górski Witkowski Walczak`,
  ),
  people(
    'Czech',
    `Jiří Jan Petr Josef Pavel Martin Tomáš Jaroslav Miroslav Zdeněk František Václav Michal Milan Karel Lukáš David Vladimír Ondřej Ladislav Marie
    Jana Eva Hana Anna Lenka Kateřina Věra Lucie Alena Petra Veronika Jaroslava Martina Jitka Tereza Ludmila Helena Michaela Zuzana`,
    `Novák Svoboda Novotný Dvořák Černý Procházka Kučera Veselý Horák Němec Pokorný Marek Pospíšil Hájek Jelínek Král Růžička Beneš Fiala Sedláček
    Doležal Zeman Kolář Navrátil Čermák Vaněk Urban Blažek Kříž Kovář Kratochvíl Bartoš Vlček Musil Šimek Polák Konečný Malý Kadlec Štěpánek`,
  ),
  people(
    'Hungarian',
    `László István József János Zoltán Sándor Gábor Ferenc Attila Péter Tamás Zsolt Tibor András Csaba Imre Lajos György Balázs Gyula Mária Erzsébet
    Katalin Ilona Éva Anna Zsuzsanna Margit Judit Ágnes Andrea Erika Krisztina Julianna Irén Mónika Edit Gabriella Szilvia Anikó`,
    `Nagy Kovács Tóth Szabó Horváth Varga Kiss Molnár Németh Farkas Balogh Papp Takács Juhász Lakatos Mészáros Oláh Simon Rácz Fekete Szilágyi Török
    Fehér Balázs Gál Kis Szűcs Kocsis Orsós Pintér Fodor Szalai Sipos Magyar Lukács Gulyás Bíró Király Katona László`,
  ),
  people(
    'Romanian',
    `Andrei Alexandru Gheorghe Ioan Constantin Mihai Vasile Nicolae Ion Dumitru Florin Marian Adrian Cristian Gabriel Radu Bogdan Ionuț Cătălin Ștefan
    Maria Elena Ana Ioana Mihaela Andreea Cristina Alexandra Daniela Gabriela Mariana Florentina Simona Raluca Roxana Camelia Viorica Lavinia Oana
    Monica`,
    `Popescu Ionescu Popa Radu Dumitru Stan Stoica Gheorghe Matei Ciobanu Rusu Munteanu Moldovan Marin Tudor Dobre Barbu Nistor Florea Dinu Dumitrescu
    Constantin Diaconu Stanciu Cristea Ungureanu Ilie Lazăr Georgescu Toma Oprea Lungu Sandu Ene Manole Voicu Neagu Preda Enache Mihăilescu`,
  ),
  people(
    'Serbo-Croatian',
    `Dragan Zoran Milan Goran Nikola Marko Stefan Ivan Luka Josip Ante Petar Nenad Dejan Branko Slobodan Aleksandar Vladimir Tomislav Mirko Marija Ana
    Jelena Milica Ivana Dragana Snežana Katarina Gordana Vesna Ljiljana Mirjana Tanja Sanja Nataša Petra Maja Biljana Jasmina Danica`,
    `Jovanović Petrović Nikolić Marković Đorđević Stojanović Ilić Stanković Pavlović Milošević Horvat Kovačević Babić Marić Jurić Novak Knežević Vuković
    Matić Tomić Lukić Popović Todorović Ristić Kostić Simić Živković Savić Perić Božić Blažević Grgić Bošnjak Lončar Vidović Radić Šimić Filipović
    Bogdanović Mitrović`,
  ),
  people(
    'Bulgarian',
    `Georgi Ivan Dimitar Nikolay Petar Hristo Todor Aleksandar Stefan Yordan Vasil Stoyan Plamen Krasimir Atanas Angel Boris Veselin Kaloyan Emil Maria
    Ivanka Elena Yordanka Penka Rositsa Daniela Desislava Gergana Radka Tsvetelina Silvia Stanka Nevena Milena Velichka Galya Boyana Teodora Zornitsa`,
    `Ivanov Georgiev Dimitrov Petrov Nikolov Hristov Stoyanov Todorov Iliev Angelov Vasilev Atanasov Petkov Yordanov Marinov Kolev Kostov Mitev Tsvetkov
    Stefanov Popov Ganchev Zhelev Dimov Rusev Velikov Bozhkov Tonev Kirilov Lazarov Minchev Yanev Filipov Spasov Nedelchev Slavov Radev Genov Penev
    Donchev`,
  ),
  people(
    'Greek',
    `Georgios Ioannis Konstantinos Dimitrios Nikolaos Panagiotis Vasileios Christos Athanasios Michail Evangelos Spyridon Antonios Anastasios
    Theodoros Andreas Charalampos Stavros Grigorios Stylianos Maria Eleni Aikaterini Vasiliki Sofia Anastasia Evangelia Ioanna Dimitra Georgia
    Paraskevi Kalliopi Despoina Foteini Angeliki Chrysoula Stavroula Theodora Styliani Irini`,
    `Papadopoulos Vlachos Angelopoulos Nikolaidis Georgiou Petridis Athanasiadis Dimitriadis Papadakis Panagopoulos Papanikolaou Karagiannis
    Ioannidis Makris Oikonomou Antoniou Alexiou Konstantinidis Theodorou Samaras Economou Kostopoulos Christodoulou Sotiriou Zervas Vasileiou
    Mavridis Kyriakidis Lambrou Pappas Stavrou Michailidis Markou Kokkinos Galanis Xenakis Tsakiris Koutsoukos Kontos Manolakis`,
  ),
  people(
    'Turkish',
    `Mehmet Mustafa Ahmet Ali Hüseyin Hasan İbrahim Osman Yusuf Murat Ömer Emre Burak Serkan Hakan Gökhan Volkan Kemal Cem Barış Fatma Ayşe Emine
    Hatice Zeynep Elif Meryem Şerife Sultan Hanife Özlem Esra Merve Büşra Derya Gül Sevgi Ebru Pınar Tuğba`,
    `Yılmaz Kaya Demir Çelik Şahin Yıldız Yıldırım Öztürk Aydın Özdemir Arslan Doğan Kılıç Aslan Çetin Kara Koç Kurt Özkan Şimşek Polat Korkmaz Çakır
    Erdoğan Acar Güneş Aksoy Bulut Taş Ünal Yalçın Gül Keskin Avcı Tekin Güler Turan Bozkurt Işık Sarı`,
  ),
]
